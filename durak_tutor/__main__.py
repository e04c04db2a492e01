"""`python -m durak_tutor` is the same program as `durak-tutor`."""

from .app.cli import main

if __name__ == "__main__":
    main()

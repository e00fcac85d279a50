"""Files of ``bots/kit``, which bots copy: links here, files in the wheel."""

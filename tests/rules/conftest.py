from hypothesis import settings

# No deadline: a busy machine is no fault. No database: what fails is shrunk and written down as a test.
settings.register_profile("boston", deadline=None, database=None, max_examples=80)
settings.load_profile("boston")

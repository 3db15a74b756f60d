"""How many threads linear algebra uses."""


def single_threaded() -> None:
    """One thread for the linear algebra of this process, from now on.

    The matrices of an analysis are small: threads that wait for each other take longer than one
    that does all. A process that was forked has no use for the threads of its parent either.
    """
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)

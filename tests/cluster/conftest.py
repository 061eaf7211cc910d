"""What does orders is there before the first worker of any test begins."""

from exactdice.workers.crew import preload

preload(["exactdice.cluster.orders", "exactdice.sweeps.executors"])

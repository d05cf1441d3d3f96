// A thread of hooks that the machine gives no time to start.
setInterval(() => {}, 1_000);

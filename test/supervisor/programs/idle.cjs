// Waits for ever for what does not come, and does nothing meanwhile.
setInterval(() => {}, 60_000);

// Ready, and deaf to everything but SIGKILL.
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
process.send?.({ ready: true });
setInterval(() => {}, 1000);

// Works for five seconds before it is ready.
const burn = (until) => {
  while (Date.now() < until);
};
burn(Date.now() + 5_000);
process.send?.({ ready: true });
process.once('SIGTERM', () => process.exit(0));
setInterval(() => {}, 1_000);

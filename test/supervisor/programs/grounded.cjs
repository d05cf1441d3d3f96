// Is ready once it is told that all is there that it waits for.
process.on('message', ({ ground }) => ground && process.send?.({ ready: true }));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));

import fc from 'fast-check';

// `npm test` judges a change, so it asks the same of every run. `npm run test:all` asks something else each time and says what.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 4) });

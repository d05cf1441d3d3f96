import fc from 'fast-check';

// The suite judges a change, so it asks the same of every run; SEED=<number> asks something else, e.g. each night.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 4) });

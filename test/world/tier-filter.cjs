const { filesOf } = require('./tiers.cjs');

/** Keeps the files of the run that `TEZGAH_TIER` names; without it, all that the arguments name. */
module.exports = async (files) => {
  const tier = process.env.TEZGAH_TIER;
  if (!tier) return { filtered: files };
  const chosen = new Set(filesOf(tier));
  return { filtered: files.filter((file) => chosen.has(file)) };
};

import type { PackageState } from '../../provider/channel/package';

/** Tells whether an act may be asked for. A state that is unknown here keeps nobody from asking: the marketplace decides. */
export const isOpenIn = (states: readonly PackageState[], state: PackageState): boolean =>
  state === 'unknown' || states.includes(state);

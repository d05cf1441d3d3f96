import { object, oneOf, t } from '../kernel/schema/schema';
import { packageStates } from '../provider/channel/package';
import type { Manifest } from '../provider/manifest';
import { channelOf } from './provider/providers';

export const packageActStatesSchema = t.Array(object({ act: t.String(), states: t.Array(oneOf(packageStates)) }), {
  description: 'The states of a package in which each of them may be asked for, or is done already.',
});

/** Lists the acts upon packages that an extension knows, with their states; none of one that is no marketplace. */
export function packageActStatesOf({ kind, key }: Pick<Manifest, 'kind' | 'key'>) {
  const terms = Object.entries((kind === 'channel' && channelOf(key).packageActs) || {});
  return terms.map(([act, { states }]) => ({ act, states: [...states] }));
}

import { lackingOf, manifestOf } from '../../extension/provider/providers';
import type { ExtensionNeeds, Stage } from '../../kernel/declaration/extension-needs';
import { refuse } from '../../kernel/errors';
import type { Manifest } from '../../provider/manifest';
import { notOffered, type Operation } from '../../provider/port';

/** The needs of a capability towards the marketplace that a call names. */
export interface ChannelNeeds<O extends Operation = Operation> extends ExtensionNeeds {
  readonly operations: readonly O[];
}

/** @param operations the operations for which the call, or the work that it starts, asks the marketplace */
export const channelNeeds = <O extends Operation = never>(stage: Stage, ...operations: O[]): ChannelNeeds<O> => ({
  kind: 'channel',
  stage,
  operations,
});

/**
 * Refuses only an extension that is known to be no marketplace. A marketplace that was taken away has left records in the store.
 * @param code the door's code for an unknown extension
 * @throws {Refusal} with that code
 */
export function assertChannel(key: string, code: 'not_found' | 'extension_unknown' = 'not_found'): void {
  if ((manifestOf(key)?.kind ?? 'channel') !== 'channel')
    refuse(code, 'The extension is no marketplace.', { undeclared: true });
}

/** @throws {Refusal} not_offered */
export function assertOffered({ key, name }: Manifest, needs: ChannelNeeds | undefined): void {
  const lacking = lackingOf(key, needs?.operations ?? []);
  if (lacking.length > 0) refuse('not_offered', notOffered(name, lacking), { facts: { blockedBy: ['not_offered'] } });
}

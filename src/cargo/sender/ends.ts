import type { CommandBus } from '../../kernel/bus';
import type { Command } from '../../kernel/declaration/declare';
import { systemPrincipal } from '../../kernel/declaration/principal';
import type { Problem } from '../../kernel/errors';
import { newUlid } from '../../kernel/ids';
import { oneLine } from '../../provider/text';
import record from '../cargo.sender.record';
import { cargoSender, type SenderInput } from './contract';

/** What became of an address at its provider. */
export type SenderEnd =
  | { readonly outcome: 'ready'; readonly remoteId: string }
  | { readonly outcome: 'failed'; readonly failure: string };

/** Records it, once, whoever was first. @throws when the record is refused although nothing else was recorded */
export async function recordSender(bus: CommandBus, { storeId, senderId }: SenderInput, end: SenderEnd): Promise<void> {
  const said = end.outcome === 'ready' ? { remoteId: end.remoteId } : { failure: oneLine(end.failure, 300) };
  const { status, body } = await bus.execute({
    principal: systemPrincipal(storeId, cargoSender.workflowId(senderId)),
    mutation: record as unknown as Command,
    payload: { senderId, outcome: end.outcome, ...said },
    // Of two that have heard of an end one records it: the row has ended then.
    key: newUlid(),
    cause: { senderId },
  });
  if (status >= 400 && (body as Problem).code !== 'invalid_state')
    throw new Error(`${senderId} could not be recorded as ${end.outcome}: ${(body as Problem).detail}`);
}

import { canonicalJson } from '../canonical';
import type { Command } from '../declaration/command';
import type { ChangeRecorder, Inverse } from '../trace/recorder';
import type { BusOptions } from './options';
import { hidesPayload, shownPayload } from './trace';

/**
 * Notes what takes a call back, as its handler names it. What the envelope would refuse for its form would be an undo that never runs,
 * e.g. where the shop keeps a title that is too long for today: such a call has no inverse, and its preview says so.
 * @throws where it could never run: of a command that callers may not name, with a payload that nobody may read, and of a call that
 * is declared irreversible. Where handlers are held against what they declare, also of a payload that does not fit.
 */
export function noteInverse(
  { services: { capabilities }, strict }: BusOptions,
  { id, irreversible }: Pick<Command, 'id' | 'irreversible'>,
  recorder: Pick<ChangeRecorder, 'inverse'>,
  { command, payload }: Inverse,
): void {
  if (irreversible) throw new Error(`${id} is declared irreversible, and names ${command} as what takes it back`);
  const taking = capabilities.mutation(command);
  if (!taking) throw new Error(`${id} is taken back by ${command}, which no caller may run`);
  if (hidesPayload(taking) && canonicalJson(shownPayload(taking, payload)) !== canonicalJson(payload))
    throw new Error(`${id} is taken back by ${command}, and nobody may read what that takes`);
  const [fault] = capabilities.payloadErrors(taking, payload);
  if (!fault) recorder.inverse(command, payload);
  else if (strict) throw new Error(`${id} is taken back by ${command}, whose ${fault.pointer} ${fault.message}`);
}

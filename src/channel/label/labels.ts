import { refuse } from '../../kernel/errors';
import type { NamedPackage } from '../../order/package/named-store';
import type { LabelFormat, PackageState, RemoteLabel } from '../../provider/channel/package';
import type { ChannelAdapter } from '../../provider/port';
import { answerOf } from '../provider/answer';
import { LabelLate, LabelRenderer, LabelUndrawable } from './renderer';

/** One for a process: no program draws until there is a label. */
const renderer = new LabelRenderer();

const RETRY_SECONDS = 5;

const early: readonly PackageState[] = ['waiting', 'created'];
const gone: readonly PackageState[] = ['cancelled', 'unsupplied', 'unpacked'];

/** @throws {Refusal} invalid_state of a package that has no label yet, or none any more; throttled, provider_refused, … */
export async function labelsOf(
  adapter: Pick<ChannelAdapter, 'labels'>,
  { packageId, trackingNumber, state }: NamedPackage,
  { boxes = 1, format }: { readonly boxes?: number; readonly format: LabelFormat },
): Promise<readonly RemoteLabel[]> {
  const told = { facts: { packageId, state }, quotesNobody: true } as const;
  if (early.includes(state))
    refuse('invalid_state', 'The package is not prepared yet: a marketplace makes labels of prepared packages.', told);
  if (gone.includes(state)) refuse('invalid_state', 'The package is gone at the marketplace.', told);
  if (trackingNumber === null)
    return refuse('invalid_state', 'The marketplace has not told the tracking number of the package yet.', told);
  return answerOf((signal) => adapter.labels({ packageId, trackingNumber, boxes, format }, signal));
}

/**
 * Labels as pictures, a PNG each.
 * @param storeId the store whose turn the drawing takes
 * @throws {Refusal} provider_answer_invalid of labels that cannot be drawn; unavailable where this machine has no time for them
 */
export async function picturesOf(
  labels: readonly RemoteLabel[],
  storeId: string,
  by: LabelRenderer = renderer,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pictures: Uint8Array<ArrayBuffer>[] = [];
  for (const { format, data } of labels) {
    if (format === 'pdf')
      return refuse('provider_answer_invalid', 'The marketplace gives the label as PDF, and it is not drawn anew.');
    if (format === 'png') pictures.push(await drawn(() => by.redraw(Buffer.from(data, 'base64'), storeId)));
    else pictures.push(...(await drawn(() => by.draw(data, storeId))));
  }
  return pictures;
}

async function drawn<T>(drawing: () => Promise<T>): Promise<T> {
  try {
    return await drawing();
  } catch (error) {
    if (error instanceof LabelLate)
      return refuse('unavailable', 'This machine is too busy to draw the label.', { retryAfterSeconds: RETRY_SECONDS });
    if (!(error instanceof LabelUndrawable)) throw error;
    return refuse('provider_answer_invalid', `The label of the marketplace cannot be drawn: ${error.message}.`);
  }
}

import { refuse } from '../../kernel/errors';
import type { NamedPackage } from '../../order/package/named-store';
import { isGone, type LabelFormat, type PackageState, type RemoteLabel } from '../../provider/channel/package';
import type { ChannelAdapter } from '../../provider/port';
import { answerOf } from '../provider/answer';
import { LabelLate, type LabelPage, LabelRenderer, LabelUndrawable } from './renderer';

/** One for a process: no program draws until there is a label. */
const renderer = new LabelRenderer();

const RETRY_SECONDS = 5;

const early: readonly PackageState[] = ['waiting', 'created'];

/** @throws {Refusal} invalid_state of a package that has no label yet, or none any more; throttled, provider_refused, … */
export async function labelsOf(
  adapter: Pick<ChannelAdapter, 'labels'>,
  named: NamedPackage,
  { boxes = 1, format }: { readonly boxes?: number; readonly format: LabelFormat },
): Promise<readonly RemoteLabel[]> {
  const { packageId, trackingNumber, state } = named;
  const told = { facts: { packageId, state }, quotesNobody: true } as const;
  if (early.includes(state))
    refuse('invalid_state', 'The package is not prepared yet: a marketplace makes labels of prepared packages.', told);
  if (isGone(named)) refuse('invalid_state', 'The package is gone at the marketplace.', told);
  if (trackingNumber === null)
    return refuse('invalid_state', 'The marketplace has not told the tracking number of the package yet.', told);
  return answerOf((signal) => adapter.labels({ packageId, trackingNumber, boxes, format }, signal));
}

const POINTS_PER_MM = 72 / 25.4;
/** Labels of marketplaces are 100 × 130 mm. */
const usual = { width: 100 * POINTS_PER_MM, height: 130 * POINTS_PER_MM };

/** A label as its marketplace or its carrier gives it. */
export interface GivenLabel {
  readonly format: LabelFormat | 'jpeg';
  /** ZPL is text, others are base64. */
  readonly data: string;
}

/**
 * Labels as pictures on sheets, one or more each: a document has the size that its pages have.
 * @param storeId the store whose turn the drawing takes
 * @throws {Refusal} provider_answer_invalid of labels that cannot be drawn; unavailable where this machine has no time for them
 */
export async function pagesOf(
  labels: readonly GivenLabel[],
  storeId: string,
  by: LabelRenderer = renderer,
): Promise<LabelPage[]> {
  const pages: LabelPage[] = [];
  for (const { format, data } of labels) {
    const bytes = Buffer.from(data, 'base64');
    if (format === 'pdf') pages.push(...(await drawn(() => by.pages(bytes, storeId))));
    else if (format === 'zpl')
      pages.push(...(await drawn(() => by.draw(data, storeId))).map((png) => ({ png, ...usual })));
    else if (format === 'jpeg') pages.push({ png: await drawn(() => by.redrawJpeg(bytes, storeId)), ...usual });
    else pages.push({ png: await drawn(() => by.redraw(bytes, storeId)), ...usual });
  }
  return pages;
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

import { installedExtension } from '../../extension/store';
import { refuse } from '../../kernel/errors';
import type { Bundle } from '../bundle/bundle';
import { FINDINGS_MAX, type Finding, finding } from '../bundle/finding';
import { configFindings, type Offer, offerOf } from '../bundle/offers';
import { offersOf } from '../world/offers';
import { type DraftContext, type OpenDraft, openDraft } from './draft';
import { refuseFindings } from './findings';
import { writtenView } from './view';
import { bodyOf, writeDraft } from './writing';

interface Extending {
  readonly open: OpenDraft;
  readonly body: Bundle;
}

/** The draft of a call that extends its design. @throws {Refusal} agent_workspace_only, not_found, rev_conflict */
export async function openExtending(context: DraftContext): Promise<Extending> {
  const open = await openDraft(context);
  const body = await bodyOf(context, open);
  return body ? { open, body } : refuse('not_found', 'Nothing is drafted here, and nothing was published.');
}

/** Keeps the changed body, and tells the draft. */
export async function extended(context: DraftContext, { open }: Extending, body: Bundle) {
  const { tx, storeId, services, now } = context;
  const written = await writeDraft(context, open, body, '/draft');
  return writtenView({ db: tx, storeId, services }, written, now);
}

interface ExtensionCall {
  readonly extension: string;
  /** The key of a block or of a page. */
  readonly key: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * The offer of an extension that a call takes.
 * @throws {Refusal} extension_unknown, extension_not_installed, extension_not_enabled, bundle_invalid, config_invalid
 */
export async function takenOffer(
  { tx, storeId }: Pick<DraftContext, 'tx' | 'storeId'>,
  of: 'blocks' | 'pages',
  { extension, key, config }: ExtensionCall,
): Promise<Offer> {
  const { manifest, extension: row } = await installedExtension(tx, storeId, extension);
  if (!row.enabled)
    refuse('extension_not_enabled', `${manifest.name} is not enabled, so nothing of it would be shown.`, {
      quotesNobody: true,
    });
  const offer = offerOf(await offersOf(tx, storeId), { of, extension, key });
  if (!offer) {
    const pointer = of === 'blocks' ? '/block' : '/page';
    return refuseOne(finding(pointer, 'extension_missing', { name: manifest.name }));
  }
  const findings = configFindings(offer, config, '/config').slice(0, FINDINGS_MAX);
  const [first] = findings;
  if (first)
    refuse('config_invalid', `${first.pointer}: ${first.english}`, {
      errors: findings.map(({ pointer, english }) => ({ pointer, message: english })),
      facts: { findings },
      undeclared: true,
    });
  return offer;
}

/** @throws {Refusal} bundle_invalid */
export function refuseOne(fault: Finding): never {
  refuseFindings('bundle_invalid', [fault], '');
  throw new Error('a fault refuses');
}

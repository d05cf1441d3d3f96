import { MAIN, readableDraft } from '../../access/workspace/readable';
import { findWorkspace } from '../../access/workspace/store';
import type { Queryable } from '../../kernel/database/queryable';
import type { Principal } from '../../kernel/declaration/principal';
import type { Services } from '../../kernel/declaration/services';
import { refuse } from '../../kernel/errors';
import type { PreviewLink } from '../../kernel/objects/preview-links';
import type { PreviewTarget } from '../../kernel/objects/preview-tokens';
import { label, object, t, time } from '../../kernel/schema/schema';
import { storeSlug } from '../../store/store';

type Target = Omit<PreviewTarget, 'storeId'>;

interface Asker {
  readonly moment: Queryable;
  readonly storeId: string;
  readonly principal: Principal;
  readonly services: Pick<Services, 'previews'>;
}

/** A link as answers tell it. */
export const linkSchema = object({
  url: label('Adres', 'Address')(t.String({ description: 'No log-in is needed. It opens in a browser or a frame.' })),
  expiresAt: label('Geçerlilik sonu', 'Expires')(time()),
});

/** The link that opens a design to whoever has it. @throws {Refusal} previews_off */
export async function linkTo({ moment, storeId, services }: Asker, target: Target): Promise<PreviewLink> {
  const slug = await storeSlug(moment, storeId);
  return services.previews.linkTo(slug, { storeId, ...target }, new Date()) ?? refuse('previews_off');
}

/**
 * The link that follows the draft of a workspace, or of the store.
 * @param asked `main` or a workspace; undefined: that of the caller
 * @param pointer the place in the request that names it
 * @throws {Refusal} agent_workspace_only, not_found, previews_off
 */
export async function linkToDraft(asker: Asker, asked: string | undefined, pointer?: string): Promise<PreviewLink> {
  const { moment, storeId, principal } = asker;
  const draft = await readableDraft(moment, principal, storeId, asked, pointer);
  if (draft !== MAIN && (await findWorkspace(moment, storeId, draft)).archivedAt !== null)
    refuse('not_found', 'The workspace is archived.');
  return linkTo(asker, { kind: 'workspace', of: draft });
}

import type { Queryable } from '../kernel/database/queryable';

/** Puts a link in the place of the one before. @returns false when there is an owner already, who needs none */
export async function issueSetupLink(systemWriter: Queryable, digest: Buffer): Promise<boolean> {
  const [row] = await systemWriter.query<{ issued: boolean | null }>('SELECT issue_setup_link($1) AS issued', [digest]);
  return row?.issued === true;
}

/** Tells whether a setup link is alive, and claims nothing. */
export async function setupLinkLives(system: Queryable, digest: Buffer): Promise<boolean> {
  const [row] = await system.query<{ lives: boolean }>('SELECT setup_link_lives($1) AS lives', [digest]);
  return row?.lives === true;
}

/** Uses a link up, with the transaction that it is claimed in. @returns false when it is over: of two claims one gets it */
export async function claimSetupLink(tx: Queryable, digest: Buffer): Promise<boolean> {
  const [row] = await tx.query<{ claimed: boolean | null }>('SELECT claim_setup_link($1) AS claimed', [digest]);
  return row?.claimed === true;
}

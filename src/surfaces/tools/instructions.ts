import { mayPropose } from '../../kernel/declaration/authority';
import type { Principal } from '../../kernel/declaration/principal';
import type { Address } from './address';

const AGENT =
  'You are an agent of one online store. NOTHING YOU CHANGE IS LIVE AT ONCE: a change of the shop is recorded into your proposal and waits ' +
  'there until you call proposal.submit; then the owner decides, and only what the owner approves is applied. ' +
  'Written at once, and seen by no shopper, are your draft of the design (design.draft.put, theme.*: design.publish with its hash proposes ' +
  'it) and the files of your sandbox (workspaces.exec). ';

const AGENT_SESSION =
  'A session: 1. tokens.whoami tells your store, scopes, limits and throttle. 2. Read with the lists and gets. ' +
  '3. Call a change with dryRun: true: it answers a preview and records nothing. 4. Call it without dryRun: it answers proposed: true ' +
  'and a proposalId. 5. proposal.submit with payload {proposalId, note}: say in the note, in Turkish, what it is for. ' +
  'proposals.get shows what became of it. To take an item back: proposal.withdraw, then call again, with new keys, what should stay. ';

const READER =
  'You are an agent of one online store that only reads: your token lacks the scope proposals:write, so you can propose no change. ';

const READER_SESSION =
  'A session: tokens.whoami tells your store, scopes, limits and throttle; then read with the lists and gets. ';

const DEVELOPER =
  'You change one online store, AT ONCE: each change is live when it is answered, and audited. An agent’s change would wait in its ' +
  'proposal until proposal.submit and the owner’s approval; yours does not. ';

const DEVELOPER_SESSION =
  'A session: 1. tokens.whoami tells your store, scopes, limits and throttle. 2. Read with the lists and gets. ' +
  '3. Call a change with dryRun: true: it answers a preview and changes nothing. 4. Call it without dryRun. ';

const ALL =
  'Money is integers in kuruş. Commands take their fields in payload, and beside it: idempotencyKey, a ULID (one key, one outcome: ' +
  'minted and answered when absent, so repeat it when an answer was lost); dryRun; expectedRev, the rev you saw (a drift is refused ' +
  'with rev_conflict: read again); deferBump, for bulk edits (the next command without it refreshes the storefront); waitSeconds, ' +
  'where work goes on behind the call. Lists answer 20 rows or fewer unless limit says otherwise; go on with cursor = nextCursor; ' +
  'total: true counts them. ext is the key of an extension, as extensions.list tells it. ' +
  'A refusal is an error result: code and detail say what is wrong, errors which field. Texts that shoppers read are Turkish. ';

/**
 * Writes the text that a client shows its model before all else. Clients cut it at 2,048 characters without a word, so the most important
 * comes first.
 */
export function instructionsFor(principal: Principal, { spell, finders }: Address): string {
  const [first, session] = toldTo(principal);
  return `${first}${session}${ALL}${findersSaid(finders)}`.trim().replaceAll(/\b\w+(\.\w+)+\b/g, spell);
}

function toldTo(principal: Principal): readonly [first: string, session: string] {
  if (principal.kind !== 'agent') return [DEVELOPER, DEVELOPER_SESSION];
  return mayPropose(principal) ? [AGENT, AGENT_SESSION] : [READER, READER_SESSION];
}

const findersSaid = (finders: readonly string[]): string =>
  finders.includes('tools.call')
    ? 'Few tools are listed here: find others with tools.search, read one with tools.describe, call it with tools.call.'
    : finders.length > 0
      ? 'Schemas are shown in short: tools.describe shows them whole, with the owner’s Turkish words.'
      : '';

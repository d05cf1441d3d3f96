import type { MigrationInterface, QueryRunner } from 'typeorm';
import { access } from './baseline/access';
import { account } from './baseline/account';
import { cargo } from './baseline/cargo';
import { catalog } from './baseline/catalog';
import { channel } from './baseline/channel';
import { checkout } from './baseline/checkout';
import { extension } from './baseline/extension';
import { kernel } from './baseline/kernel';
import { keys } from './baseline/keys';
import { mail } from './baseline/mail';
import { media } from './baseline/media';
import { metafield } from './baseline/metafield';
import { order } from './baseline/order';
import { proposal } from './baseline/proposal';
import { skin } from './baseline/skin';
import { store } from './baseline/store';
import { webhook } from './baseline/webhook';
import { workspace } from './baseline/workspace';

/** A noun stands behind those whose tables it references, and behind those whose functions its indexes and triggers call. */
const NOUNS = [
  ...[kernel, store, account, access, extension, catalog, channel, proposal, mail],
  ...[media, metafield, order, checkout, cargo, skin, webhook, workspace, keys],
];

/**
 * The schema of release 0.1.0. It bears the name of the last of the steps that led there: a database that has gone all of them has
 * recorded this name, and has nothing left to do.
 */
export class AskedMissingSince1763877310560 implements MigrationInterface {
  readonly name = 'AskedMissingSince1763877310560';

  async up(runner: QueryRunner): Promise<void> {
    // Functions of one noun ask tables of others, which may come after them.
    await runner.query('SET LOCAL check_function_bodies = off');
    for (const noun of NOUNS) await runner.query(noun);
  }

  async down(): Promise<void> {
    throw new Error('The baseline has nothing to go back to: restore a backup.');
  }
}

import type { Noun } from '../noun';
import bundle from './validate.bundle';
import command from './validate.command';
import manifest from './validate.manifest';

export default {
  capabilities: [command, manifest, bundle],
} satisfies Noun;

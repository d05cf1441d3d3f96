import type { Noun } from '../noun';
import command from './validate.command';
import manifest from './validate.manifest';

export default {
  capabilities: [command, manifest],
} satisfies Noun;

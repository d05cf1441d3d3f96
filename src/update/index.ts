import type { Noun } from '../noun';
import { refusals } from './refusals';
import { updateSweep } from './schedule';
import { updateWork } from './sweep/work';
import prepare from './update.prepare';
import apply from './updates.apply';
import dismiss from './updates.dismiss';
import list from './updates.list';

export default {
  capabilities: [list, apply, dismiss, prepare],
  works: [updateWork],
  schedules: { perStore: [updateSweep] },
  refusals,
} satisfies Noun;

import type { Noun } from '../noun';
import { refusals } from './refusals';

export default { refusals } satisfies Noun;

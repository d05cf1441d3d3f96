import type { Noun } from '../noun';
import search from './account.search';

export default { account: [search] } satisfies Noun;

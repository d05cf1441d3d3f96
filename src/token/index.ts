import type { Noun } from '../noun';
import tokenMint from './token.mint';
import tokenRevoke from './token.revoke';
import tokensList from './tokens.list';
import tokensWhoami from './tokens.whoami';

export default {
  capabilities: [tokenMint, tokenRevoke, tokensList, tokensWhoami],
} satisfies Noun;

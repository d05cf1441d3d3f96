import tokenMint from './token.mint';
import tokenRevoke from './token.revoke';
import tokensList from './tokens.list';
import tokensWhoami from './tokens.whoami';

export default [tokenMint, tokenRevoke, tokensList, tokensWhoami];

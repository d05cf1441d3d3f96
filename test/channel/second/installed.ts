import '../../world/anew';

import path from 'node:path';

// What an operator sets before the product starts; to be imported before anything of it.
process.env.TEZGAH_PROVIDERS = path.join(__dirname, 'provider.ts');

import { testMatrix } from './runner';

testMatrix('proposal');

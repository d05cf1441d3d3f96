import { testSuccess } from './runner';

testSuccess('proposal');

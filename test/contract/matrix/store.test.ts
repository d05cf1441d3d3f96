import { testMatrix } from './runner';

testMatrix('store');

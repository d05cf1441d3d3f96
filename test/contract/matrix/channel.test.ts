import { testMatrix } from './runner';

testMatrix('channel');

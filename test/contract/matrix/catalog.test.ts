import { testMatrix } from './runner';

testMatrix('catalog');

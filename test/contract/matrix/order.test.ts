import { testMatrix } from './runner';

testMatrix('order');

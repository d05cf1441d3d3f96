import { testSuccess } from './runner';

testSuccess('catalog');

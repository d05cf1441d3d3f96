import { testSuccess } from './runner';

testSuccess('store');

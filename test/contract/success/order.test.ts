import { testSuccess } from './runner';

testSuccess('order');

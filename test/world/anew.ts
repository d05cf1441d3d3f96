/*
 * To be imported before anything of the product by files that change what it keeps for as long as a process lives: its settings, or the
 * time of its clock. They load it for themselves, and leave that of other files as it is (see runtime.cjs).
 */
jest.resetModules();

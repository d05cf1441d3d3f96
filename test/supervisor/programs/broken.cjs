// Never gets ready.
console.error('The cupboard is bare.');
process.exit(3);

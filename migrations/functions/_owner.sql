-- Everything in this folder belongs to the owner. The name sorts first, so this runs first.
set local role countersign_owner;

-- Which logins may work on a capability, beside what else a claim must know of it. The verbs of before look into the table
-- bindings until the functions follow; then nothing does, and a later file drops it.

set local role countersign_owner;

lock table countersign.capabilities in access exclusive mode;

alter table countersign.capabilities add column workers name[] not null default '{}';

update countersign.capabilities
set workers = array(select login from countersign.bindings where capability = name);

reset role;

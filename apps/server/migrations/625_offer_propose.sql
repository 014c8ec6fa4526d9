-- Proposing giveaways and tournaments has a permission of its own: roles that could propose still can.
update console_role set permissions = array_append(permissions, 'offer.propose')
  where 'activity.review' = any (permissions) and cardinality(permissions) < 200;

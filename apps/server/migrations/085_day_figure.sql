-- Days that are over, as the charts count them: reckoned when they are first asked for, so that ninety days are ninety rows
-- however many orders stand behind them. A withdrawal that is given back later takes its day out, to be reckoned anew.
create table day_figure (
  day date primary key,
  deposits int not null,
  deposits_fen bigint not null,
  withdrawals int not null,
  withdrawals_fen bigint not null,
  joined int not null,
  active int not null
);

/** Words that carry no meaning for a search. Lower case. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again against all almost also although always am an and another any anyone anything are
  around as ask at away back be became because become been before being below between both but by came can cannot
  come could did do does doing done down during each either else enough etc even ever every everyone everything few
  find first for from further gave get give given go goes going gone got had has have having he hello help her here
  hers herself hey hi him himself his how however i if in indeed instead into is it its itself just keep kind knew
  know known last least less let like likely long look made make many may maybe me mean might mine more most much
  must my myself need needs never new next no nobody none nor not nothing now of off often oh ok okay on once one
  only onto or other others otherwise our ours ourselves out over own per perhaps please put quite rather really
  right said same saw say says see seem seemed seems seen several shall she should show since so some someone
  something sometimes still such sure take taken tell than thank thanks that the their theirs them themselves then
  there therefore these they thing things think this those though through thus to today together told too took
  toward tried try two under until up upon us use used uses using very via want wanted wants was way we well went
  were what whatever when where whether which while who whole whom whose why will with within without would yes
  yesterday yet you your yours yourself yourselves`
    .split(/\s+/)
    .filter(Boolean),
);

alter table variants
  validate constraint variants_have_whole_measures,
  validate constraint variants_have_measures;

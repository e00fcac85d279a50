#!/bin/sh
#SBATCH --job-name=overhear
#SBATCH --array=1-@SHARDS@
#SBATCH --cpus-per-task=@CPUS@
#SBATCH --time=@TIME@
#SBATCH --signal=B:TERM@120
#SBATCH --open-mode=append

# Submit it with `sbatch` from a directory that all nodes share. When all tasks are done:
#     sim-cli merge parts/*@OUT@

shards=@SHARDS@
part="parts/$SLURM_ARRAY_TASK_ID"
if [ -e "$part/shard.json" ]; then
    exit 0
elif [ -e "$part/.overhear-run/checkpoint" ]; then
    set -- tournament --resume "$part"
else
    set -- @COMMAND@ @FLAGS@ --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "$part"
fi
sim-cli "$@" --threads "${SLURM_CPUS_PER_TASK:-@CPUS@}" --progress plain > /dev/null &
trap 'kill -TERM $!' TERM
wait $!; status=$?
while kill -0 $! 2> /dev/null; do wait $!; status=$?; done
[ $status -eq 130 ] && [ -e "$part/.overhear-run/checkpoint" ] && scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
exit $status

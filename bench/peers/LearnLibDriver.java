/* Runs LearnLib on one sample: LearnLibDriver TASK TRAINING HELD-BACK [SECONDS].
 * With SECONDS, it learns for so long, otherwise at most ten times.
 *
 * Speaks the drivers' protocol, one JSON object per line: {"event": "ready"} when the
 * words are in LearnLib's own form, {"event": "learned", ...} after each run of the
 * learner, {"event": "done", ...} with the results on the held-out words. */

import de.learnlib.algorithm.PassiveLearningAlgorithm.PassiveDFALearner;
import de.learnlib.algorithm.rpni.BlueFringeEDSMDFA;
import de.learnlib.algorithm.rpni.BlueFringeRPNIDFA;
import de.learnlib.query.DefaultQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import net.automatalib.alphabet.Alphabet;
import net.automatalib.alphabet.impl.Alphabets;
import net.automatalib.automaton.fsa.DFA;
import net.automatalib.word.Word;

public final class LearnLibDriver {

  /* The same rule as in bench/run: several runs of what is fast. */
  private static final int RUNS = 3;
  private static final double FAST_SECONDS = 20;
  private static final double BUDGET_SECONDS = 2;
  private static final int MOST_RUNS = 10;

  /** The words of a file as LearnLib takes them. */
  private static List<DefaultQuery<String, Boolean>> read(String path) throws IOException {
    List<DefaultQuery<String, Boolean>> words = new ArrayList<>();
    boolean abbadingo = false;
    for (String line : Files.readAllLines(Path.of(path))) {
      String[] fields = line.split(" ");
      if (words.isEmpty() && !abbadingo && Character.isDigit(line.charAt(0))) {
        abbadingo = true;
      } else if (fields[0].charAt(0) != '%') {
        int first = abbadingo ? 2 : 1;
        boolean label = fields[0].equals("1") || fields[0].equals("+");
        List<String> symbols = Arrays.asList(fields).subList(first, fields.length);
        words.add(new DefaultQuery<>(Word.fromList(symbols), label));
      }
    }
    return words;
  }

  private static PassiveDFALearner<String> learner(String task, Alphabet<String> alphabet) {
    if (task.equals("dfa-rpni")) {
      return new BlueFringeRPNIDFA<>(alphabet);
    }
    /* All cores for the scores, as papni does. */
    BlueFringeEDSMDFA<String> edsm = new BlueFringeEDSMDFA<>(alphabet);
    edsm.setParallel(true);
    edsm.setDeterministic(true);
    return edsm;
  }

  private static long peakMemory() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
      }
    }
    return 0;
  }

  private static String evaluate(DFA<?, String> model, List<DefaultQuery<String, Boolean>> words) {
    int[] counts = new int[4];
    for (DefaultQuery<String, Boolean> query : words) {
      counts[(model.accepts(query.getInput()) ? 2 : 0) + (query.getOutput() ? 1 : 0)]++;
    }
    return String.format("\"tp\": %d, \"fp\": %d, \"fn\": %d, \"tn\": %d", counts[3], counts[2], counts[1], counts[0]);
  }

  public static void main(String[] arguments) throws IOException {
    List<DefaultQuery<String, Boolean>> data = read(arguments[1]);
    TreeSet<String> symbols = new TreeSet<>();
    data.forEach(query -> symbols.addAll(query.getInput().asList()));
    Alphabet<String> alphabet = Alphabets.fromCollection(symbols);
    System.out.println("{\"event\": \"ready\"}");

    DFA<?, String> model = null;
    boolean timed = arguments.length > 3;
    double budget = timed ? Double.parseDouble(arguments[3]) : BUDGET_SECONDS;
    int most = timed ? Integer.MAX_VALUE : MOST_RUNS;
    double spent = 0;
    for (int runs = 0; runs < RUNS || spent < budget && runs < most; runs++) {
      long start = System.nanoTime();
      PassiveDFALearner<String> learner = learner(arguments[0], alphabet);
      learner.addSamples(data);
      model = learner.computeModel();
      double seconds = 1e-9 * (System.nanoTime() - start);
      System.out.printf("{\"event\": \"learned\", \"seconds\": %.6f, \"states\": %d, \"peak_rss_bytes\": %d}%n",
                        seconds, model.size(), peakMemory());
      spent += seconds;
      if (seconds > FAST_SECONDS) {
        break;
      }
    }
    System.out.printf("{\"event\": \"done\", %s}%n", evaluate(model, read(arguments[2])));
  }
}
